/**
 * Says what to install when the CDK is missing. It is a peer dependency, so that an app has one copy, and optional,
 * since it is either cdktf or cdktn. The build for cdktn replaces the name of cdktf, here and in every import.
 */
try {
  require.resolve('cdktf');
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== 'MODULE_NOT_FOUND') throw error;
  const [cause] = message.split('\n');
  throw new Error(
    `${cause}. The constructs of zonewright need the CDK that the app uses: run "npm install cdktf ` +
      'constructs" and import from "zonewright", or "npm install cdktn constructs" and import from "zonewright/cdktn".',
    { cause: error },
  );
}
