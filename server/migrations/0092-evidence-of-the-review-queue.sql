-- How many employers wait to be told, at most `at_most` + 1: from one key of the index to the next, so that a million waiting
-- gifts of few employers cost no more than these. With its owner's rights, as donations_waiting_for.
CREATE FUNCTION employers_waiting(at_most integer) RETURNS integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH RECURSIVE keys AS (
    (SELECT employer_key(d.employer_text) AS key, 1 AS place FROM donations d
      WHERE d.status_id = 2 AND d.counted AND crosses_organizations() ORDER BY 1 LIMIT 1)
    UNION ALL
    SELECT (SELECT employer_key(d.employer_text) FROM donations d
        WHERE d.status_id = 2 AND d.counted AND employer_key(d.employer_text) > k.key ORDER BY 1 LIMIT 1),
      k.place + 1
    FROM keys k WHERE k.key IS NOT NULL AND k.place <= at_most
  )
  SELECT count(*)::integer FROM keys
  WHERE key IS NOT NULL AND key <> ALL (SELECT r.employer_key FROM employer_resolutions r WHERE r.done_at IS NULL)
$$;

-- From which mail domains the donors write who named these employers: the first `at_most` waiting gifts of each are looked at.
CREATE FUNCTION domains_waiting_for(wanted_keys text[], at_most integer)
  RETURNS TABLE (key text, domain text, donors integer)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT wanted, lower(split_part(p.email, '@', 2)), count(DISTINCT p.donor_key)::integer
  FROM unnest(wanted_keys) AS wanted
  CROSS JOIN LATERAL (
    SELECT d.organization_id, d.donor_id FROM donations d
    WHERE d.status_id = 2 AND d.counted AND employer_key(d.employer_text) = wanted AND crosses_organizations()
    ORDER BY d.id LIMIT at_most) g
  JOIN donors p ON p.organization_id = g.organization_id AND p.id = g.donor_id
  WHERE p.email <> ''
  GROUP BY 1, 2
$$;
