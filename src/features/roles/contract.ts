/** Publication of the signed-in user's own `roles`, in the collection `users`. */
export const ROLES = '_roles'
