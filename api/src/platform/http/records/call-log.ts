import type { FastifyReply, FastifyRequest } from 'fastify'
import pino, { type DestinationStream, type Logger } from 'pino'
import { loggedRequest } from '../caller-address.ts'

/** A database's word on bad data ends in the datum. */
const datum = /: ".*$/s

/** An error in the log: what it is and where it arose, without the row or the values that the database names. */
function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error
  const code = 'code' in error ? String(error.code) : undefined
  const message = code?.startsWith('22') ? error.message.replace(datum, '') : error.message
  const constraint = 'constraint' in error ? error.constraint : undefined
  const stack = error.stack?.slice(error.stack.indexOf('\n    at '))
  return { type: error.name, message, code, constraint, stack, cause: error.cause && loggedError(error.cause) }
}

/** Who called, by id; nothing where nobody is signed in. */
export const userOf = (request: Pick<FastifyRequest, 'caller'> | undefined) =>
  request?.caller?.userId ? { user: request.caller.userId } : {}

/** The portal's log, in which no line holds a query's values, a token or a signed link. */
export const callLog = (level: string, lines: DestinationStream): Logger =>
  pino(
    {
      level,
      serializers: {
        req: (request: FastifyRequest) => loggedRequest(request),
        res: ({ statusCode, request }: FastifyReply) => ({ statusCode, ...userOf(request) }),
        ...{ err: loggedError, error: loggedError, failure: loggedError },
      },
    },
    lines,
  )
