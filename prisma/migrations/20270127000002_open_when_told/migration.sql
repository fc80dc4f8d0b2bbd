-- What was open of a trade when its owner was told that it does not close: trades of before have none.
ALTER TABLE "Trade" ADD COLUMN     "openWhenFailing" JSONB,
ADD COLUMN     "openWhenHanded" JSONB;
