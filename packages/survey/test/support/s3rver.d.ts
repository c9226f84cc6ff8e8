/** s3rver, which has no types. */
declare module '@20minutes/s3rver';
