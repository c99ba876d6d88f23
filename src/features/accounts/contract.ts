/** The mission's account calls as our own client uses them; their shapes and errors are the protocol's (wire reference §2). */

/** SHA-256 of the UTF-8 password, lowercase hex (mission §9). */
export interface PasswordDigest {
  digest: string
  algorithm: 'sha-256'
}

/** @property type what kind of login it was: `password` or `resume` */
export interface LoginResult {
  id: string
  token: string
  tokenExpires: Date
  type: string
}

export const LOGIN = 'login'
export const LOGOUT = 'logout'
export const CREATE_USER = 'createUser'
export const LOGIN_SERVICES = 'meteor.loginServiceConfiguration'

/** Collection of the own-user publication: `{ username, emails, profile }`. */
export const USERS = 'users'

/** Nobody learns from it whether an account exists. */
export const CHECK_CREDENTIALS = 'Something went wrong. Please check your credentials.'
