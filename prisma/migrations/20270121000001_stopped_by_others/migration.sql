-- An account that an admin has stopped may be stopped by its owner too: what the owner has ordered stays in force when the admin lifts his
-- stop. The version before takes no notice of the column.
ALTER TABLE "KillSwitch" ADD COLUMN "ownReason" TEXT;
