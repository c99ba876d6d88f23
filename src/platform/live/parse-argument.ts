import * as v from 'valibot'
import { DdpError } from '#ddp/wire/error.ts'
import { fieldRule, malformed, unknownHere } from '#platform/text/field-rules.ts'
import { type FieldProblem, type Schema, toFieldProblem } from './contract.ts'

function findProblem(issue: v.BaseIssue<unknown>): FieldProblem {
  const path = (issue.path ?? []).map(part => String(part.key)).join('.')
  const ofObject = issue.type === 'strict_object'
  if (ofObject && issue.expected === 'never') return toFieldProblem(path, unknownHere())
  if (issue.received === 'undefined' && issue.kind === 'schema') return toFieldProblem(path, fieldRule('missing', 'is missing'))
  return toFieldProblem(path, ofObject ? malformed('must be an object') : issue.message)
}

/**
 * Checks the parameters of a call, which must be exactly one object, and returns that object.
 * @throws DdpError 400 with a sentence and `details`, a list of `FieldProblem`
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
    throw new DdpError(400, 'This takes exactly one argument, an object.', [toFieldProblem('', malformed('must be exactly one object'))])
  }
  const result = v.safeParse(input, only)
  if (result.success) return result.output
  const problems = result.issues.map(findProblem)
  const [first] = problems
  throw new DdpError(400, `${first!.path || 'The argument'} ${first!.message}.`, problems)
}
