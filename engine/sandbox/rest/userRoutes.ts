import type { FastifyInstance } from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import { type Instant } from '../../../schema/time.ts'
import type { SandboxAccount } from '../accounts/loadAccount.ts'
import type { Sessions } from '../accounts/Sessions.ts'
import { brokerTime } from './brokerTime.ts'
import { failure, success } from './envelopes.ts'
import { bearerToken, limitCalls, requireHeaders, requireSession } from './guards.ts'

const Login = z.object({ clientcode: z.string(), password: z.string(), totp: z.string(), state: z.string().optional() })
const Refresh = z.object({ refreshToken: z.string() })
const Logout = z.object({ clientcode: z.string() })

/** Signing in and out, and the profile (SmartAPI §4). One-time codes run on real time, everything else on the market's. */
export function userRoutes(app: FastifyInstance, account: SandboxAccount, sessions: Sessions, marketNow: () => Instant): void {
  const headers = requireHeaders(account)
  const session = requireSession(sessions)
  const totp = new TOTP({ secret: Secret.fromBase32(account.totpSecret) })
  let lastLogin = ''

  app.post(
    '/rest/auth/angelbroking/user/v1/loginByPassword',
    { preHandler: [headers, limitCalls({ second: 1 })] },
    async (request, reply) => {
      const login = Login.safeParse(request.body)
      if (!login.success) return reply.code(400).send(failure('AB1004', z.prettifyError(login.error)))
      const { clientcode, password, totp: code, state } = login.data
      if (clientcode !== account.clientCode || password !== account.pin) return failure('AB1007', 'Invalid login id or password')
      if (totp.validate({ token: code, window: 1 }) === null) return failure('AB1050', 'Invalid totp')
      lastLogin = brokerTime(marketNow())
      const tokens = await sessions.open()
      return success(state === undefined ? tokens : { ...tokens, state })
    },
  )

  app.post(
    '/rest/auth/angelbroking/jwt/v1/generateTokens',
    { preHandler: [headers, session, limitCalls({ second: 1, hour: 1_000 })] },
    async (request, reply) => {
      const refresh = Refresh.safeParse(request.body)
      if (!refresh.success) return reply.code(400).send(failure('AB1004', z.prettifyError(refresh.error)))
      const id = await sessions.check(refresh.data.refreshToken, 'refresh')
      if (id.ok) return success(await sessions.renew(id.value))
      return id.error === 'expired' ? failure('AB8051', 'Refresh Token Expired') : failure('AB8050', 'Invalid Refresh Token')
    },
  )

  app.get('/rest/secure/angelbroking/user/v1/getProfile', { preHandler: [headers, session, limitCalls({ second: 3, hour: 1_000 })] }, () =>
    success({
      clientcode: account.clientCode,
      name: 'SANDBOX',
      email: '',
      mobileno: '',
      exchanges: ['NSE', 'BSE', 'NFO', 'BFO'],
      products: ['CARRYFORWARD', 'INTRADAY'],
      lastlogintime: lastLogin,
      brokerid: 'SANDBOX',
    }),
  )

  app.post(
    '/rest/secure/angelbroking/user/v1/logout',
    { preHandler: [headers, session, limitCalls({ second: 1 })] },
    async (request, reply) => {
      const logout = Logout.safeParse(request.body)
      if (!logout.success || logout.data.clientcode !== account.clientCode)
        return reply.code(400).send(failure('AB1004', 'clientcode is not the one signed in'))
      const id = await sessions.check(bearerToken(request.headers.authorization ?? ''), 'access')
      if (id.ok) sessions.close(id.value)
      return success('')
    },
  )
}
