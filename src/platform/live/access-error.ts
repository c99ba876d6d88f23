import type { DdpError } from '#ddp/wire/error.ts'

/** True if a subscription was refused to this user: for them there is nothing. Another user may get another answer. */
export const isAccessError = ({ error }: DdpError): boolean => error === 401 || error === 403 || error === 404
