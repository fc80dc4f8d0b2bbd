import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { SignIn } from '../accounts/SignIn.ts'
import type { Access } from '../access/Access.ts'
import { publisherPage, publisherPolicy } from './publisherPage.ts'

const PATH = '/publisher-login'
const MAX_FORM_BYTES = 16 * 1024

const Asked = z.object({ api_key: z.string().default(''), state: z.string().max(1_024).default(''), redirect_url: z.string().default('') })
const Submitted = Asked.extend({ clientcode: z.string(), pin: z.string(), totp: z.string() })

/**
 * The login page of publisher applications (SmartAPI §4.4). It sends the browser back to the address that is asked for, if that is a
 * registered one (the first of them when none is asked for), with `auth_token`, `feed_token` and the `state` it came with.
 */
export function publisherRoutes(app: FastifyInstance, access: Access, signIn: SignIn, redirectUrls: readonly string[]): void {
  const { accounts } = access
  const policy = publisherPolicy(redirectUrls)
  const shown = (reply: FastifyReply, status: number, page: string) =>
    reply.code(status).type('text/html; charset=utf-8').headers(headersOf(policy)).send(page)

  void app.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, ready) => ready(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )

    scope.get(PATH, (request, reply) => {
      const asked = Asked.safeParse(request.query)
      if (!asked.success) return plain(reply, 400, 'The address of this page is not complete.')
      const target = targetOf(asked.data)
      if ('refusal' in target) return plain(reply, target.status, target.refusal)
      return shown(reply, 200, pageOf(asked.data, '', null))
    })

    scope.post(PATH, async (request, reply) => {
      const form = Submitted.safeParse(request.body)
      if (!form.success) return plain(reply, 400, 'The form is not complete.')
      const target = targetOf(form.data)
      if ('refusal' in target) return plain(reply, target.status, target.refusal)
      const { clientcode: clientCode, pin, totp, state } = form.data
      const known = accounts.named(clientCode)?.clientCode ?? accounts.admin.clientCode
      if (!access.maySignIn(known)) return shown(reply, 429, pageOf(form.data, clientCode, 'That was too fast. Try again in a second.'))
      const tokens = await signIn.open({ clientCode, pin, code: totp })
      if (!tokens.ok) {
        const mistake = tokens.error === 'code' ? 'The TOTP is wrong or out of time.' : 'Client code or PIN is wrong.'
        return shown(reply, 401, pageOf(form.data, clientCode, mistake))
      }
      const { searchParams } = target.url
      searchParams.set('auth_token', tokens.value.jwtToken)
      searchParams.set('feed_token', tokens.value.feedToken)
      if (state !== '') searchParams.set('state', state)
      return reply.headers(headersOf(policy)).redirect(target.url.href, 303)
    })
    done()
  })

  function targetOf({
    api_key,
    redirect_url,
  }: z.infer<typeof Asked>): { readonly url: URL } | { readonly status: number; readonly refusal: string } {
    if (api_key !== accounts.apiKey) return { status: 403, refusal: 'This API key is not known.' }
    const target = redirect_url === '' ? redirectUrls[0] : redirectUrls.find((url) => url === redirect_url)
    return target === undefined ? { status: 400, refusal: 'This redirect URL is not registered.' } : { url: new URL(target) }
  }

  function pageOf({ api_key, state, redirect_url }: z.infer<typeof Asked>, clientCode: string, mistake: string | null): string {
    const clientCodes = accounts.users.map((account) => account.clientCode)
    return publisherPage({ apiKey: api_key, state, redirectUrl: redirect_url, clientCode, clientCodes, mistake })
  }
}

function plain(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').headers(headersOf("default-src 'none'")).send(text)
}

/** The redirect's address contains tokens: it must not leak as a referrer. */
function headersOf(policy: string) {
  return {
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}
