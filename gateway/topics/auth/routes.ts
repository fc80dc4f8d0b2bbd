import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AuthPayload } from '../../../schema/graphql/auth.ts'
import { restProfile, restProfileSchema, type ProfileReaders } from './restProfile.ts'
import { deviceOf } from '../../security/deviceOf.ts'
import { answers, jsonSchema, success } from '../../kit/restEnvelope.ts'
import { BEARER, type RouteTools } from '../../kit/RouteTools.ts'
import { loginInput, logoutInput, reauthenticateInput, refreshInput, secondFactorInput, signupInput } from './input.ts'
import type { AuthService } from './service.ts'

const tokenPair = z.object({ token: z.string(), refreshToken: z.string() })
const authPayload = tokenPair.extend({ user: restProfileSchema })
const challenge = z.object({ challenge: z.string().describe('For /auth/second-factor, good for five minutes') })

/** Neither is a token: what they look like. */
const EXAMPLE_TOKENS: z.input<typeof tokenPair> = { token: 'header.claims.signature', refreshToken: 'text-that-is-good-once' }
const EXAMPLE_SESSION: z.input<typeof authPayload> = {
  ...EXAMPLE_TOKENS,
  user: {
    ...{
      _id: '01a1f3a0-11aa-7bbc-8def-0123456789ab',
      id: '01a1f3a0-11aa-7bbc-8def-0123456789ab',
      name: 'Asha Rao',
      email: 'asha@example.com',
    },
    ...{
      role: 'user',
      tradingIndex: 'NIFTY',
      createdAt: '2026-11-20T04:00:00.000Z',
      emailVerified: true,
      pendingEmail: null,
      twoFactor: false,
    },
    brokerCredentials: { isConnected: false, lastRefreshed: null, brokerName: 'AngelOne' },
    strategies: [],
    trades: [],
  },
}

export function authRoutes(
  app: FastifyInstance,
  { services, signedIn, countAttempt }: RouteTools<ProfileReaders & { readonly auth: AuthService }>,
): void {
  const sessionOf = async ({ user, token, refreshToken }: AuthPayload): Promise<z.infer<typeof authPayload>> => ({
    user: await restProfile(services, user),
    token,
    refreshToken,
  })

  app.post(
    '/auth/signup',
    {
      schema: {
        tags: ['auth'],
        summary: 'Make an account and sign in',
        body: jsonSchema(signupInput, {
          name: 'Asha Rao',
          email: 'asha@example.com',
          password: 'paper-lantern-58',
          confirmPassword: 'paper-lantern-58',
        }),
        response: answers(authPayload, { status: 201, example: EXAMPLE_SESSION }),
      },
    },
    async (request, reply) => {
      await countAttempt('signup', request)
      const payload = await services.auth.signup(request.body, deviceOf(request))
      return reply.code(201).send(success(await sessionOf(payload), 'Account created successfully! Welcome to Sakha!'))
    },
  )

  app.post(
    '/auth/login',
    {
      schema: {
        tags: ['auth'],
        summary: 'Sign in; with two-factor sign-in the answer is a challenge for /auth/second-factor',
        body: jsonSchema(loginInput, { email: 'asha@example.com', password: 'paper-lantern-58' }),
        response: answers(z.union([authPayload, challenge]), { example: EXAMPLE_SESSION }),
      },
    },
    async (request) => {
      await countAttempt('login', request)
      const answer = await services.auth.login(request.body, deviceOf(request))
      if ('challenge' in answer) return success({ challenge: answer.challenge }, 'Enter the code of your authenticator.')
      return success(await sessionOf(answer), 'Welcome back! Login successful.')
    },
  )

  app.post(
    '/auth/second-factor',
    {
      schema: {
        tags: ['auth'],
        summary: 'The second step of a sign-in: a code of the authenticator, or a recovery code',
        body: jsonSchema(secondFactorInput),
        response: answers(authPayload),
      },
    },
    async (request) => {
      await countAttempt('login', request)
      const payload = await services.auth.loginSecondFactor(request.body, deviceOf(request))
      return success(await sessionOf(payload), 'Welcome back! Login successful.')
    },
  )

  app.post(
    '/auth/reauthenticate',
    {
      schema: {
        tags: ['auth'],
        summary: 'Confirm the password: for ten minutes the session may then make dangerous changes',
        body: jsonSchema(reauthenticateInput),
        security: BEARER,
        response: answers(z.null()),
      },
    },
    async (request) => {
      const caller = await signedIn(request)
      await countAttempt('password', request)
      await services.auth.reauthenticate(caller, request.body, deviceOf(request))
      return success(null, 'Password confirmed.')
    },
  )

  app.post(
    '/auth/refresh',
    {
      schema: {
        tags: ['auth'],
        summary: 'Exchange a refresh token for a new pair; using one twice ends its session',
        body: jsonSchema(refreshInput, { refreshToken: EXAMPLE_TOKENS.refreshToken }),
        response: answers(tokenPair, { example: EXAMPLE_TOKENS }),
      },
    },
    async (request) => {
      await countAttempt('refresh', request)
      return success(await services.auth.refresh(request.body, deviceOf(request)))
    },
  )

  app.post(
    '/auth/logout',
    {
      schema: {
        tags: ['auth'],
        summary: 'End a sign-in: the one of the refresh token in the body, or without a body the one of the bearer token',
        body: jsonSchema(logoutInput.nullish()),
        security: [{}, ...BEARER],
        response: answers(z.null()),
      },
    },
    async (request) => {
      if (request.body) await services.auth.logout(request.body, deviceOf(request))
      else {
        const { userId, sessionId } = await signedIn(request)
        await services.auth.endSession(userId, sessionId, deviceOf(request))
      }
      return success(null, 'Signed out.')
    },
  )
}
