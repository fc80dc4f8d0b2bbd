import type { Logger } from 'pino'
import { openDatabase } from '../../prisma/client.ts'
import { NodeSampler } from '../../prisma/nodes/NodeSampler.ts'

interface SampledEngine {
  readonly databaseUrl: string
  readonly nodeId: string
  /** See NodeSamplerParts. */
  readonly workerLoad: () => number
  readonly log: Logger
}

/** Samples this node's metrics, on its own connection, until it is closed. */
export function sampleEngine({ databaseUrl, ...of }: SampledEngine): { close(): Promise<void> } {
  const db = openDatabase(databaseUrl, 1)
  const sampler = new NodeSampler({ ...of, db, kind: 'ENGINE' })
  sampler.start()
  return {
    async close() {
      await sampler.stop()
      await db.$disconnect()
    },
  }
}
