-- Null until the broker has told them: entries are inserted as cheaply as before.
ALTER TABLE "Order" ADD COLUMN "brokerOrderId" TEXT;
ALTER TABLE "Order" ADD COLUMN "exchangeOrderId" TEXT;
ALTER TABLE "Order" ADD COLUMN "limitPaise" BIGINT;
