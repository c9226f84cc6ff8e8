/**
 * The mark of the requests that this package sends through a dispatcher. An interceptor that asks the client about each request
 * must let them pass, or the client would wait for itself.
 */

/** A dispatch option that is true for a request of this package. Interceptors copy it with the other options. */
export const OWN_REQUEST: unique symbol = Symbol.for('robotstream.own-request');
