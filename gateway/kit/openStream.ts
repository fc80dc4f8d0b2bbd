import type { SocketContext } from './RequestContext.ts'

interface Subscribing {
  readonly args: unknown
  readonly context: SocketContext
  readonly info: { readonly fieldName: string }
}

/** The `subscribe` of every subscription: opens the stream that its topic has under the same name. Throws UNAUTHENTICATED, and what the stream throws. */
export function openStream({ args, context, info }: Subscribing): AsyncIterable<unknown> | Promise<AsyncIterable<unknown>> {
  const stream = context.streams[info.fieldName]
  if (!stream) throw new Error(`no topic has a stream ${info.fieldName}`)
  return stream(context.signedIn(), args)
}
