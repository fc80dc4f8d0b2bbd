-- What a user may spend at the broker, as the engine last asked.
ALTER TABLE "BrokerAccount" ADD COLUMN "fundsPaise" BIGINT, ADD COLUMN "fundsAt" TIMESTAMPTZ(3);
