-- Whether an account at the broker is ready for the open, as the engine last found.
CREATE TABLE "BrokerReadiness" (
    "accountId" UUID NOT NULL,
    "checkedAt" TIMESTAMPTZ(3) NOT NULL,
    "marketAt" TIMESTAMPTZ(3) NOT NULL,
    "facts" JSONB NOT NULL,

    CONSTRAINT "BrokerReadiness_pkey" PRIMARY KEY ("accountId")
);

ALTER TABLE "BrokerReadiness" ADD CONSTRAINT "BrokerReadiness_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "BrokerAccount"("id") ON DELETE CASCADE ON UPDATE CASCADE;
