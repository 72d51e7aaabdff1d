-- Until somebody chooses another one, an organization of its own is on the free plan; a chapter's bills go to its parent.
UPDATE organizations SET is_premium = 'flat_0', plan = 'flat_0'
WHERE coalesce(is_premium, '') = '' AND parent_id IS NULL;
UPDATE organizations SET before_joining = before_joining || '{"is_premium": "flat_0", "plan": "flat_0"}'
WHERE before_joining IS NOT NULL AND coalesce(before_joining->>'is_premium', '') = '';
