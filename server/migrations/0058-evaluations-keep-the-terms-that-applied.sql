-- What counted for the gift, the donor and the nonprofit, with the campaign laid over it: for bills, and for what people
-- are told. Null where no policy was asked, and in evaluations from before.
ALTER TABLE evaluations ADD COLUMN terms jsonb;
