-- Each engine node writes a row of its own: what one says of its feed is no longer overwritten by the next. The word of the only row so far
-- stays until a node has spoken.
ALTER TABLE "EngineState" DROP CONSTRAINT "engine_state_single_row";
ALTER TABLE "EngineState" DROP CONSTRAINT "EngineState_pkey";
ALTER TABLE "EngineState" DROP COLUMN "id", ADD COLUMN "nodeId" UUID NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
ALTER TABLE "EngineState" ALTER COLUMN "nodeId" DROP DEFAULT;
ALTER TABLE "EngineState" ADD CONSTRAINT "EngineState_pkey" PRIMARY KEY ("nodeId");
