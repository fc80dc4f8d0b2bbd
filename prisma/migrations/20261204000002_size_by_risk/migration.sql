-- Whether a trade has as many lots, up to the quantity, as lose no more at the stop than the risk per trade.
ALTER TABLE "Subscription" ADD COLUMN "sizeByRisk" BOOLEAN NOT NULL DEFAULT false;
