-- Personal access tokens: they read, by scopes, without a session. One that ends is deleted; the audit log keeps what became of it.
CREATE TABLE "PersonalToken" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "scopes" TEXT[],
    "tokenHash" BYTEA NOT NULL,
    "hint" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PersonalToken_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "PersonalToken_scopes_check" CHECK (
        cardinality("scopes") > 0
        AND "scopes" <@ ARRAY['read:market', 'read:own', 'read:aggregates', 'read:all-anonymous'])
);

CREATE UNIQUE INDEX "PersonalToken_tokenHash_key" ON "PersonalToken"("tokenHash");
CREATE INDEX "PersonalToken_userId_idx" ON "PersonalToken"("userId");
CREATE INDEX "PersonalToken_expiresAt_idx" ON "PersonalToken"("expiresAt");

ALTER TABLE "PersonalToken" ADD CONSTRAINT "PersonalToken_userId_fkey"
    FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
