import * as v from 'valibot'
import { DdpError } from '#ddp/wire/error.ts'
import type { Schema } from './contract.ts'

interface Problem {
  path: string
  message: string
}

function findProblem(issue: v.BaseIssue<unknown>): Problem {
  const path = (issue.path ?? []).map(part => String(part.key)).join('.')
  if (issue.type === 'strict_object')
    return {
      path,
      message: issue.expected === 'never' ? 'is not known here' : issue.received === 'undefined' ? 'is missing' : 'must be an object',
    }
  const missing = issue.received === 'undefined' && issue.kind === 'schema'
  return { path, message: missing ? 'is missing' : issue.message }
}

/**
 * Checks the parameters of a call, which must be exactly one object, and returns that object.
 * @throws DdpError 400 with a sentence and `details: [{ path, message }]`
 */
export function parseArgument<Input>(input: Schema<Input>, params: readonly unknown[]): Input {
  const [only] = params
  if (
    params.length !== 1 ||
    only === null ||
    typeof only !== 'object' ||
    Array.isArray(only) ||
    Object.getPrototypeOf(only) !== Object.prototype
  ) {
    throw new DdpError(400, 'This takes exactly one argument, an object.', [{ path: '', message: 'must be exactly one object' }])
  }
  const result = v.safeParse(input, only)
  if (result.success) return result.output
  const problems = result.issues.map(findProblem)
  const [first] = problems
  throw new DdpError(
    400,
    `${first!.path || 'The argument'} ${first!.message}.`,
    problems.map(({ path, message }) => ({ path, message })),
  )
}
