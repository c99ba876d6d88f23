import { DdpError } from '#ddp/wire/error.ts'
import { errorMessage } from './hooks.ts'

/** What is wrong with a field of a call's argument. The `details` of an error 400 are a list of these (docs/api.md). */
export interface FieldProblem {
  /** of the field in the argument, such as `name` or `format.rounds` */
  path: string
  /** what is wrong, in English, as the end of a sentence that begins with the path: `must be a number` */
  message: string
}

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
export function fieldProblemText({ message }: FieldProblem): string {
  // Without a path, the text does not begin with the field's name, which the form shows already.
  const details = [{ path: '', message }]
  return errorMessage(new DdpError(400, `${message[0]?.toUpperCase()}${message.slice(1)}.`, details))
}
