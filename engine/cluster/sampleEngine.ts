import type { Logger } from 'pino'
import { openDatabase, type Pool } from '../../prisma/client.ts'
import { NodeSampler } from '../../prisma/nodes/NodeSampler.ts'

interface SampledEngine {
  readonly pool: Pool
  readonly nodeId: string
  /** See NodeSamplerParts. */
  readonly workerLoad: () => number
  readonly log: Logger
}

/** Samples this node's metrics until it is closed. */
export function sampleEngine({ pool, ...of }: SampledEngine): { close(): Promise<void> } {
  const db = openDatabase(pool)
  const sampler = new NodeSampler({ ...of, db, kind: 'ENGINE' })
  sampler.start()
  return {
    async close() {
      await sampler.stop()
      await db.$disconnect()
    },
  }
}
