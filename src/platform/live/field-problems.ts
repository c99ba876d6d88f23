import { DdpError } from '#ddp/wire/error.ts'
import type { FieldProblem } from './contract.ts'
import { errorMessage } from './hooks.ts'

const isFieldProblem = (value: unknown): value is FieldProblem =>
  typeof value === 'object' &&
  value !== null &&
  'path' in value &&
  typeof value.path === 'string' &&
  'message' in value &&
  typeof value.message === 'string'

/** Returns the fields that the server has refused, in the order of its answer; empty: the error is about no field. */
export function fieldProblems(error: unknown): FieldProblem[] {
  if (!(error instanceof DdpError) || error.error !== 400 || !Array.isArray(error.details)) return []
  const details: unknown[] = error.details
  return details.filter(isFieldProblem)
}

/** Returns the sentence that a form shows at the field, in the reader's language. */
export function fieldProblemText(problem: FieldProblem): string {
  const { message } = problem
  // Without a path, the text does not begin with the field's name, which the form shows already.
  return errorMessage(new DdpError(400, `${message[0]?.toUpperCase()}${message.slice(1)}.`, [{ ...problem, path: '' }]))
}
