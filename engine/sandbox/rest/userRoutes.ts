import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { SignIn } from '../accounts/SignIn.ts'
import type { Access } from '../access/Access.ts'
import { brokerTime } from './brokerTime.ts'
import { failure, success } from '../access/envelopes.ts'
import { sessionOf } from '../access/guards.ts'

const Login = z.object({ clientcode: z.string(), password: z.string(), totp: z.string(), state: z.string().optional() })
const Refresh = z.object({ refreshToken: z.string() })
const Logout = z.object({ clientcode: z.string() })
const ClientCode = z.object({ clientcode: z.string() })

/** Signing in and out, and the profile (SmartAPI §4). */
export function userRoutes(app: FastifyInstance, access: Access, signIn: SignIn): void {
  const { accounts, sessions } = access

  // Unknown callers count as the installation's own client, so that guessing is not free.
  const clientOf = (request: FastifyRequest) => {
    const named = ClientCode.safeParse(request.body)
    return (named.success ? accounts.named(named.data.clientcode) : null)?.clientCode ?? accounts.admin.clientCode
  }
  app.post('/rest/auth/angelbroking/user/v1/loginByPassword', { preHandler: access.signingIn(clientOf) }, async (request, reply) => {
    const login = Login.safeParse(request.body)
    if (!login.success) return reply.code(400).send(failure('AB1004', z.prettifyError(login.error)))
    const { clientcode, password, totp, state } = login.data
    const tokens = await signIn.open({ clientCode: clientcode, pin: password, code: totp })
    if (tokens.ok) return success(state === undefined ? tokens.value : { ...tokens.value, state })
    return tokens.error === 'code' ? failure('AB1050', 'Invalid totp') : failure('AB1007', 'Invalid login id or password')
  })

  app.post(
    '/rest/auth/angelbroking/jwt/v1/generateTokens',
    { preHandler: [...access.secured({ second: 1, hour: 1_000 })] },
    async (request, reply) => {
      const refresh = Refresh.safeParse(request.body)
      if (!refresh.success) return reply.code(400).send(failure('AB1004', z.prettifyError(refresh.error)))
      const session = await sessions.check(refresh.data.refreshToken, 'refresh')
      if (!session.ok)
        return session.error === 'expired' ? failure('AB8051', 'Refresh Token Expired') : failure('AB8050', 'Invalid Refresh Token')
      if (session.value.clientCode !== sessionOf(request).clientCode) return failure('AB8050', 'Invalid Refresh Token')
      return success(await sessions.renew(session.value.id))
    },
  )

  app.get('/rest/secure/angelbroking/user/v1/getProfile', { preHandler: [...access.secured({ second: 3, hour: 1_000 })] }, (request) => {
    const { clientCode } = sessionOf(request)
    const last = signIn.last(clientCode)
    return success({
      clientcode: clientCode,
      name: 'SANDBOX',
      email: '',
      mobileno: '',
      exchanges: ['NSE', 'BSE', 'NFO', 'BFO'],
      products: ['CARRYFORWARD', 'INTRADAY'],
      lastlogintime: last === null ? '' : brokerTime(last),
      brokerid: 'SANDBOX',
    })
  })

  app.post('/rest/secure/angelbroking/user/v1/logout', { preHandler: [...access.secured({ second: 1 })] }, async (request, reply) => {
    const logout = Logout.safeParse(request.body)
    const { id, clientCode } = sessionOf(request)
    if (!logout.success || logout.data.clientcode !== clientCode)
      return reply.code(400).send(failure('AB1004', 'clientcode is not the one signed in'))
    sessions.close(id)
    return success('')
  })
}
