import * as v from 'valibot'
import type { Invocation } from '../../../ddp/server/invocation.ts'
import { DdpError } from '../../../ddp/wire/error.ts'
import type { LiveServer } from '../../../platform/live/server/live-server.ts'
import { CREATE_USER, LOGIN, LOGOUT, type LoginResult } from '../contract.ts'
import type { AccountsService, Login } from './service.ts'
import { match, newUser, password, plainObject, selector } from './shapes.ts'
import type { TokenConnections } from './tokens.ts'

const resume = v.pipe(v.string(), v.maxLength(1000))

export function registerMethods(live: LiveServer, service: AccountsService, connections: TokenConnections): void {
  const welcome = async (invocation: Invocation, { userId, hashedToken, result }: Login): Promise<LoginResult> => {
    connections.bind(invocation.connection, hashedToken)
    await invocation.setUserId(userId)
    return result
  }

  live.ddp.method(LOGIN, async (invocation, given) => {
    const options = match(plainObject, given)
    if (options.resume) return welcome(invocation, await service.resume(match(resume, options.resume)))
    if (!options.user || !options.password) throw new DdpError(400, 'Unrecognized options for login request')
    return welcome(invocation, await service.logIn(match(selector, options.user), match(password, options.password)))
  })

  live.ddp.method(CREATE_USER, async (invocation, given) =>
    welcome(invocation, await service.create(match(newUser, match(plainObject, given)))),
  )

  live.ddp.method(LOGOUT, async invocation => {
    const token = connections.tokenOf(invocation.connection)
    connections.release(invocation.connection)
    if (token !== null) await live.feed.push(await service.forgetToken(token))
    await invocation.setUserId(null)
  })
}
