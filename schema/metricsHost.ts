import { isIP } from 'node:net'
import { z } from 'zod'
import { ownHosts } from './ownHosts.ts'

const LOOPBACK = '127.0.0.1'
const isOwnHost = ownHosts(LOOPBACK)

/** Where engine and gateway serve /metrics besides this machine. */
export const metricsEnvironment = {
  METRICS_HOST: z
    .string()
    .refine((text) => isIP(text) !== 0, 'must be an IP address')
    .default(LOOPBACK)
    .describe(
      'Address on which /metrics of engine and gateway is served to other machines, by any name and without a password: 0.0.0.0 in a network of containers. Not set: to this machine alone.',
    ),
}

/**
 * Whether a request to a server on METRICS_HOST may be answered: one that came over the loopback address if it names this machine, so that no
 * page is led here by a name of its own; one from outside always, as whoever set that address let the network read.
 */
export function mayReadMetrics(localAddress: string | undefined, host: string | undefined): boolean {
  return cameFromOutside(localAddress) || isOwnHost(host)
}

/** Whether a connection was made to another address than loopback. */
export function cameFromOutside(localAddress: string | undefined): boolean {
  return localAddress !== undefined && !/^(::ffff:)?127\.|^::1$/.test(localAddress)
}
