-- Stop and target of a running leg, set by its owner.
ALTER TABLE "Leg" ADD COLUMN "ownTargetPaise" BIGINT, ADD COLUMN "ownStopPaise" BIGINT;

CREATE TABLE "LevelChange" (
    "id" UUID NOT NULL,
    "legId" UUID NOT NULL,
    "stopPaise" BIGINT,
    "targetPaise" BIGINT,
    "requestId" TEXT,
    "requestedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "setAt" TIMESTAMPTZ(3),
    "stopBeforePaise" BIGINT,
    "targetBeforePaise" BIGINT,

    CONSTRAINT "LevelChange_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "LevelChange_legId_fkey" FOREIGN KEY ("legId") REFERENCES "Leg"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "LevelChange_legId_idx" ON "LevelChange"("legId");
-- The engine looks for these at every request of a person; a newer one takes the place of one that still waits.
CREATE UNIQUE INDEX "LevelChange_waiting_key" ON "LevelChange"("legId") WHERE "setAt" IS NULL;
