import { z } from 'zod'

const Graphql = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.object({ message: z.string(), extensions: z.looseObject({ code: z.string().optional() }).optional() })).optional(),
})
export const Tokens = z.object({ token: z.string(), refreshToken: z.string() })

/** A trader's program: speaks to the gateway as any client does, and keeps its session alive. */
export class GatewayClient {
  readonly #address: string
  #tokens: z.infer<typeof Tokens> | null = null
  #renewal: Promise<void> | null = null

  constructor(address: string) {
    this.#address = address
  }

  /** From now on it is signed in with these. */
  signIn(tokens: z.infer<typeof Tokens>): void {
    this.#tokens = tokens
  }

  /** The one field of a GraphQL operation, in this shape. Throws with the answer when it is refused. */
  async ask<T>(shape: z.ZodType<T>, query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<T> {
    await this.#renewal
    const { data, errors } = Graphql.parse(await this.#post(query, variables, this.#headers()))
    if (errors?.some(({ extensions }) => extensions?.code === 'UNAUTHENTICATED') && this.#tokens) {
      await this.#renew()
      return this.ask(shape, query, variables)
    }
    const [value] = Object.values(data ?? {})
    if (errors || value === undefined) throw new Error(`${errors?.map(({ message }) => message).join(' ')} (${query.slice(0, 60)})`)
    return shape.parse(value)
  }

  /** The body of a REST answer as text. Throws when it is refused. */
  async rest(path: string): Promise<string> {
    await this.#renewal
    const response = await fetch(`${this.#address}/api${path}`, { headers: this.#headers() })
    const text = await response.text()
    if (response.status === 401 && this.#tokens) {
      await this.#renew()
      return this.rest(path)
    }
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return text
  }

  /** What an address of a download holds. */
  async download(address: string): Promise<string> {
    const response = await fetch(new URL(address, this.#address))
    if (!response.ok) throw new Error(`${address}: ${response.status}`)
    return response.text()
  }

  async #post(query: string, variables: Readonly<Record<string, unknown>>, headers: Readonly<Record<string, string>>): Promise<unknown> {
    const body = JSON.stringify({ query, variables })
    const sent = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
    return (await fetch(`${this.#address}/graphql`, sent)).json()
  }

  /** A refresh token is good for one use: callers at the same moment share it. Rejects where the session has ended. */
  #renew(): Promise<void> {
    this.#renewal ??= this.#refresh().finally(() => (this.#renewal = null))
    return this.#renewal
  }

  async #refresh(): Promise<void> {
    const query = 'mutation ($refreshToken: String!) { refresh(refreshToken: $refreshToken) { token refreshToken } }'
    const { data } = Graphql.parse(await this.#post(query, { refreshToken: this.#tokens?.refreshToken }, {}))
    this.#tokens = Tokens.parse(data?.['refresh'])
  }

  #headers(): Readonly<Record<string, string>> {
    return this.#tokens ? { authorization: `Bearer ${this.#tokens.token}` } : {}
  }
}
