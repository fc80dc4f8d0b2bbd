-- A popular signal writes thousands of rows at once into the three tables below, and looking up what each points at took a third of the
-- time. The references stay declared; the server no longer checks them row by row, and "npm run admin -- check books" looks at all of
-- them. With them goes the deletion of what pointed at a deleted row: nothing in the product deletes a user, a subscription, an order or
-- a trade. A server older than PostgreSQL 18 cannot leave a reference unchecked and goes on checking.
DO $$
DECLARE
  reference record;
BEGIN
  IF current_setting('server_version_num')::int < 180000 THEN RETURN; END IF;
  FOR reference IN
    SELECT conrelid::regclass AS owner, conname FROM pg_constraint
    WHERE contype = 'f' AND conrelid IN ('"Order"'::regclass, '"Fill"'::regclass, '"Trade"'::regclass)
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER CONSTRAINT %I NOT ENFORCED', reference.owner, reference.conname);
  END LOOP;
END $$;
