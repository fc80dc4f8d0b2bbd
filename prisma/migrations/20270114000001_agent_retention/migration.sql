-- What is left of analyses that are not kept any more, so that the chain can be walked from there on.
CREATE TABLE "AgentCheckpoint" (
    "market" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "hash" BYTEA NOT NULL,
    "kept" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AgentCheckpoint_pkey" PRIMARY KEY ("market","number")
);

-- Removes, of each market, at most so many of the oldest analyses of more than thirty days of market time before its newest, and says how
-- many it has gone through: 0 when nothing is left to do. What a trade or a proposal names stays, and its hash is written down. It runs
-- in the name of the tables' owner: the product itself may neither change nor remove an analysis.
CREATE FUNCTION "pruneAgentAnalyses"(most integer) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  scanned text;
  oldest timestamptz;
  done bigint;
  last bigint;
  gone bigint := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('agent retention'));
  FOR scanned IN SELECT market FROM public."AgentService" ORDER BY market LOOP
    SELECT "candleAt" - interval '30 days' INTO oldest FROM public."AgentAnalysis" WHERE market = scanned ORDER BY number DESC LIMIT 1;
    SELECT coalesce(max(number), 0) INTO done FROM public."AgentCheckpoint" WHERE market = scanned;
    -- Up to the first that is young enough, so that what is left has no gap. The newest one always is.
    SELECT coalesce(min(number) FILTER (WHERE "candleAt" >= oldest) - 1, max(number)) INTO last FROM public."AgentAnalysis"
    WHERE market = scanned AND number > done AND number <= done + most;
    CONTINUE WHEN last IS NULL OR last <= done;
    INSERT INTO public."AgentCheckpoint" (market, number, hash, kept)
    SELECT scanned, number, hash, named FROM (
      SELECT number, hash, EXISTS (SELECT FROM public."AgentTrade" WHERE "analysisId" = analysis.id)
          OR EXISTS (SELECT FROM public."AgentProposal" WHERE "analysisId" = analysis.id) AS named
      FROM public."AgentAnalysis" analysis WHERE market = scanned AND number > done AND number <= last) AS passed
    WHERE named OR number = last;
    DELETE FROM public."AgentAnalysis" analysis WHERE market = scanned AND number > done AND number <= last
      AND NOT EXISTS (SELECT FROM public."AgentCheckpoint" kept WHERE kept.market = scanned AND kept.number = analysis.number AND kept.kept);
    -- Where the part before it ended is of no use any more.
    DELETE FROM public."AgentCheckpoint" WHERE market = scanned AND number = done AND NOT kept;
    gone := gone + last - done;
  END LOOP;
  RETURN gone;
END $$;
