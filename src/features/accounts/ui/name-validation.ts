import * as m from '#messages'
import { emailProblem, usernameProblem } from '../rules.ts'

/** What a form says at the field of a user name before it sends it. The sentences of the rules themselves are the server's, in English. */
export function usernameFieldProblem(typed: string): string | undefined {
  const username = typed.trim()
  if (usernameProblem(username) === null) return undefined
  return username === '' || [...username].length > 40 ? m.accounts_up_name_length() : m.accounts_up_name_letters()
}

/** What a form says at the field of an e-mail address before it sends it. */
export const emailFieldProblem = (typed: string): string | undefined =>
  emailProblem(typed.trim()) === null ? undefined : m.accounts_email_wrong()
