import { IncomingMessage } from 'node:http'

/**
 * A request to a server that takes WebSockets. Asking for any other protocol asks for no upgrade: HTTP has a server pass over those that it
 * does not know and answer the request (`curl --http2` offers h2c with each one). Node asks `upgrade` once the headers are there.
 */
export class ServerRequest extends IncomingMessage {
  get upgrade(): boolean {
    return (
      offers.has(this) &&
      (this.headers.upgrade ?? '').split(',').some((protocol) => protocol.trim().toLowerCase().split('/')[0] === 'websocket')
    )
  }

  set upgrade(offered: boolean) {
    if (offered) offers.add(this)
  }
}

/** Requests with an Upgrade header that count. Node sets the property before this class could have fields. */
const offers = new WeakSet<IncomingMessage>()
