-- CreateEnum
CREATE TYPE "OrderCallKind" AS ENUM ('ENTRY', 'EXIT', 'CHANGE', 'CANCELLATION');

-- CreateTable
CREATE TABLE "OrderCall" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" "OrderCallKind" NOT NULL,

    CONSTRAINT "OrderCall_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "OrderCall_userId_at_idx" ON "OrderCall"("userId", "at");

-- AddForeignKey
ALTER TABLE "OrderCall" ADD CONSTRAINT "OrderCall_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is known of the days before: the orders, by when they were stored; a stop that was filled is an order, too, and counts once. Of
-- changes and cancellations nothing was kept.
INSERT INTO "OrderCall" ("id", "userId", "at", "kind")
SELECT gen_random_uuid(), sent."userId", sent."createdAt", sent."purpose"::text::"OrderCallKind"
FROM "Order" sent
WHERE sent."mode" = 'LIVE' AND sent."createdAt" >= now() - interval '8 days'
  AND NOT EXISTS (SELECT FROM "ExitAtBroker" stop WHERE stop."clientOrderId" = sent."clientOrderId")
UNION ALL
SELECT gen_random_uuid(), trade."userId", stop."createdAt", 'EXIT'::"OrderCallKind"
FROM "ExitAtBroker" stop JOIN "Leg" leg ON leg."id" = stop."legId" JOIN "Trade" trade ON trade."id" = leg."tradeId"
WHERE trade."mode" = 'LIVE' AND stop."createdAt" >= now() - interval '8 days' AND stop."clientOrderId" LIKE 'S%';
