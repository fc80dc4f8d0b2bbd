-- AlterTable
ALTER TABLE "Order" ADD COLUMN     "stopLossPercent" DOUBLE PRECISION,
ADD COLUMN     "takeProfitPercent" DOUBLE PRECISION,
ADD COLUMN     "windowEndsAt" TIMESTAMPTZ(3);

-- Entries decided before keep the terms their strategy has now.
UPDATE "Order" SET
  "takeProfitPercent" = strategy."takeProfitPercent",
  "stopLossPercent" = strategy."stopLossPercent",
  "windowEndsAt" = ((("Order"."intendedAt" AT TIME ZONE 'Asia/Kolkata')::date + strategy."windowEnd"::time) AT TIME ZONE 'Asia/Kolkata')
FROM "Signal" signal JOIN "Strategy" strategy ON strategy.id = signal."strategyId"
WHERE signal.id = "Order"."signalId" AND "Order"."purpose" = 'ENTRY';

ALTER TABLE "Order" ADD CONSTRAINT "order_terms_of_entry" CHECK (
  ("purpose" = 'ENTRY') = ("takeProfitPercent" IS NOT NULL)
  AND ("purpose" = 'ENTRY') = ("stopLossPercent" IS NOT NULL)
  AND ("purpose" = 'ENTRY') = ("windowEndsAt" IS NOT NULL)
);
