import { z } from 'zod'
import type { TracedProcess } from './TracedProcess.ts'

/** What is read of the environment for traces, the same for gateway and engine; the description is printed into `.env.example`. */
export const tracesEnvironment = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be the address of an OpenTelemetry collector, http://host:4318' })
    .optional()
    .describe(
      'OpenTelemetry collector that takes traces by HTTP, http://127.0.0.1:4318. Not set: there are none, and nothing of it is loaded.',
    ),
}

/** Turns the traces of this process on where there is a collector. Resolves with what sends the last of them and turns them off. */
export async function openTraces({ endpoint, ...of }: TracedProcess): Promise<() => Promise<void>> {
  if (endpoint === null) return () => Promise.resolve()
  const { exportSpans } = await import('./exportSpans.ts')
  return exportSpans({ ...of, endpoint })
}
