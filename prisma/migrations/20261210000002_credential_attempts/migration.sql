-- Attempts of the last minute, which all gateways count together. Nothing is lost when a crash of the server empties it: counts begin anew.
CREATE UNLOGGED TABLE "CredentialAttempts" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "CredentialAttempts_pkey" PRIMARY KEY ("key")
);
