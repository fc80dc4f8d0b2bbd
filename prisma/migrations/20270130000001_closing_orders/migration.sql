-- A stop or an exit that sold beyond what was held: an incident of its own kind, and one order per press to close it.
ALTER TYPE "LiveIncidentKind" ADD VALUE 'OVERFILLED';

CREATE TYPE "ClosingState" AS ENUM ('ASKED', 'SENT', 'FILLED', 'PARTLY', 'REFUSED');

CREATE TABLE "ClosingOrder" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "contract" JSONB NOT NULL,
    "product" TEXT NOT NULL DEFAULT 'INTRADAY',
    "side" "OrderSide" NOT NULL DEFAULT 'BUY',
    "quantity" INTEGER NOT NULL,
    "filledQuantity" INTEGER NOT NULL DEFAULT 0,
    "filledPaise" BIGINT NOT NULL DEFAULT 0,
    "fillIds" TEXT[] NOT NULL DEFAULT '{}',
    "state" "ClosingState" NOT NULL DEFAULT 'ASKED',
    "refusal" TEXT,
    "requestId" TEXT,
    "askedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ClosingOrder_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "ClosingOrder_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "ClosingOrder_userId_subject_askedAt_idx" ON "ClosingOrder"("userId", "subject", "askedAt");
-- Two presses are one order: the next one begins when this one has ended.
CREATE UNIQUE INDEX "ClosingOrder_open_key" ON "ClosingOrder"("userId", "subject") WHERE "state" IN ('ASKED', 'SENT');
