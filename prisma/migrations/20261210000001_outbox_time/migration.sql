-- How long the oldest row waits is what tells that no relay is at work.
ALTER TABLE "Outbox" ADD COLUMN "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
