-- Events wait here for the relay, which deletes them. Ids are given in the order of the inserts: no session keeps some in reserve.
CREATE TABLE "Outbox" (
    "id" BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY,
    "job" TEXT,
    "payload" TEXT NOT NULL,
    "events" INTEGER NOT NULL,

    CONSTRAINT "Outbox_pkey" PRIMARY KEY ("id")
);
-- Every row is deleted a moment after it was written: the table is vacuumed by how many were, not by their share of the few that wait.
ALTER TABLE "Outbox" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

CREATE TABLE "BusMessage" (
    "number" BIGINT NOT NULL,
    "payload" TEXT NOT NULL,
    "toldAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "BusMessage_pkey" PRIMARY KEY ("number")
);
