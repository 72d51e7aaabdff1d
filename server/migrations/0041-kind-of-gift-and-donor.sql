-- What kind of gift it was, and what the donor is to the employer; null: nobody said.
ALTER TABLE donations
  ADD COLUMN gift_kind text NOT NULL DEFAULT 'money' CHECK (gift_kind IN ('money', 'stock', 'in_kind', 'donor_advised_fund',
    'payroll', 'event_ticket', 'dues', 'auction', 'pledge', 'employer_match', 'grant', 'volunteer_hours')),
  ADD COLUMN employment text CHECK (employment IN ('employee', 'part_time', 'contractor', 'retired', 'board', 'spouse',
    'former', 'none'));
