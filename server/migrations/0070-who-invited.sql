-- What the page behind an invitation greets with: which organization, and who invited (null: they registered it themselves).
ALTER TABLE password_links ADD COLUMN organization text, ADD COLUMN invited_by text;
