import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { AuthPayload } from '../../schema/graphql/auth.ts'
import { restUser, restUserSchema } from '../profile/restUser.ts'
import { answers, jsonSchema, success } from '../server/restEnvelope.ts'
import { BEARER, type RouteTools } from '../server/RouteTools.ts'
import { loginInput, refreshInput, signupInput } from './input.ts'

const tokenPair = z.object({ token: z.string(), refreshToken: z.string() })
const authPayload = tokenPair.extend({ user: restUserSchema })

export function authRoutes(app: FastifyInstance, { services, signedIn, countAttempt }: RouteTools): void {
  app.post(
    '/auth/signup',
    {
      schema: {
        tags: ['auth'],
        summary: 'Make an account and sign in',
        body: jsonSchema(signupInput),
        response: answers(authPayload, 201),
      },
    },
    async (request, reply) => {
      await countAttempt('signup', request)
      const payload = await services.auth.signup(request.body)
      return reply.code(201).send(success(restPayload(payload), 'Account created successfully! Welcome to Sakha!'))
    },
  )

  app.post(
    '/auth/login',
    { schema: { tags: ['auth'], summary: 'Sign in', body: jsonSchema(loginInput), response: answers(authPayload) } },
    async (request) => {
      await countAttempt('login', request)
      return success(restPayload(await services.auth.login(request.body)), 'Welcome back! Login successful.')
    },
  )

  app.post(
    '/auth/refresh',
    {
      schema: {
        tags: ['auth'],
        summary: 'Exchange a refresh token for a new pair; using one twice ends its sign-in',
        body: jsonSchema(refreshInput),
        response: answers(tokenPair),
      },
    },
    async (request) => {
      await countAttempt('refresh', request)
      return success(await services.auth.refresh(request.body))
    },
  )

  app.post(
    '/auth/logout',
    {
      schema: {
        tags: ['auth'],
        summary: 'End a sign-in: the one of the refresh token in the body, or without a body the one of the bearer token',
        body: jsonSchema(refreshInput.nullish()),
        security: [{}, ...BEARER],
        response: answers(z.null()),
      },
    },
    async (request) => {
      if (request.body) await services.auth.logout(request.body)
      else await services.auth.endSession((await signedIn(request)).sessionId)
      return success(null, 'Signed out.')
    },
  )
}

function restPayload({ user, token, refreshToken }: AuthPayload): z.infer<typeof authPayload> {
  return { user: restUser(user), token, refreshToken }
}
