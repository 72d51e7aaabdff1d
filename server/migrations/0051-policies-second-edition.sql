-- Unknown is not none: a minimum or maximum of null is unknown, 0 says that there is none.
ALTER TABLE policies
  -- do the steps of a ratio begin anew with every gift, or run through the donor's gifts of the year?
  ADD COLUMN tiers_run_through text NOT NULL DEFAULT 'gift' CHECK (tiers_run_through IN ('gift', 'year')),
  -- what holds for some people or some nonprofits only: [{"employeeType": "retirees", "maxPerYearCents": 500000}]
  ADD COLUMN exceptions jsonb NOT NULL DEFAULT '[]',
  -- what the maximums are of: the employer's match, or the donor's gifts that are matched
  ADD COLUMN maximum_basis text NOT NULL DEFAULT 'match' CHECK (maximum_basis IN ('match', 'gift')),
  -- kinds of gift that it names as matched, beside money and stock
  ADD COLUMN gift_kinds text[] NOT NULL DEFAULT '{}';
