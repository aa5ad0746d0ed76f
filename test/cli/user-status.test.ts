import { describe, expect, test } from 'vitest';
import { withTemporaryRepository } from './temporary-repository.ts';

const { run, json } = withTemporaryRepository();
const asDora = { environment: { EDU_REPO_USER: 'dora', EDU_REPO_PASSWORD: 'Apfelbaum im Hof' } };

const createDora = () => run(['user', 'create', 'dora', '--password-stdin'], { input: 'Apfelbaum im Hof\n' });

describe('the status and the groups of a person', () => {
  test('a blocked person cannot sign in until an administrator lets them again', async () => {
    await createDora();
    expect((await run(['whoami'], asDora)).code).toBe(0);
    expect((await run(['user', 'block', 'dora', '--dry-run'])).stderr).toContain('Would block dora.');
    expect((await run(['whoami'], asDora)).code).toBe(0);
    expect((await run(['user', 'block', 'dora'])).stderr).toContain('dora can no longer sign in.');
    const { stdout } = await run(['user', 'list']);
    expect(stdout).toMatch(/^dora .*blocked$/m);
    expect(stdout).not.toMatch(/^admin .*blocked$/m);
    expect((await run(['ls'], asDora)).code).toBe(4);
    expect((await run(['user', 'get', 'dora'])).stdout).toMatch(/^status +blocked$/m);
    expect((await run(['user', 'unblock', 'dora'])).stderr).toContain('dora can sign in again.');
    expect((await run(['ls'], asDora)).code).toBe(0);
    expect((await run(['user', 'get', 'dora'])).stdout).not.toContain('blocked');
  });

  test('an unknown person is not blocked, and nobody blocks themselves', async () => {
    expect((await run(['user', 'block', 'zoe'])).code).toBe(3);
    const refused = await run(['user', 'block', 'admin']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('You cannot block yourself');
  });

  test('several people at once, also from stdin; one who is unknown keeps no other from it', async () => {
    await createDora();
    await run(['user', 'create', 'emil', '--password-stdin'], { input: 'Apfelbaum im Hof\n' });
    expect((await run(['user', 'block', '--dry-run', '-'], { input: 'dora\nemil\n' })).stderr).toBe(
      'Would block dora.\nWould block emil.\n',
    );
    const { code, stderr } = await run(['user', 'block', '-'], { input: 'dora\r\nzoe\n\nemil\n' });
    expect(code).toBe(7);
    expect(stderr).toMatch(/^dora can no longer sign in\.\nzoe: .*\nemil can no longer sign in\.\n$/);
    expect((await run(['user', 'list'])).stdout.match(/blocked$/gm)).toHaveLength(2);
    expect((await run(['user', 'unblock', 'dora', 'emil'])).code).toBe(0);
    expect((await run(['whoami'], asDora)).code).toBe(0);
    expect((await run(['user', 'block'])).code).toBe(2);
  });

  test('the direct groups are listed', async () => {
    await createDora();
    for (const group of ['lehrkraefte', 'chor']) {
      await run(['group', 'create', group]);
      await run(['group', 'add', group, 'dora']);
    }
    expect((await run(['user', 'memberships', 'dora', '-o', 'id'])).stdout).toBe('GROUP_chor\nGROUP_lehrkraefte\n');
    const { groups } = await json<{ groups: readonly { groupName: string }[] }>(['user', 'memberships', 'dora']);
    expect(groups.map(({ groupName }) => groupName)).toEqual(['chor', 'lehrkraefte']);
    expect((await run(['user', 'memberships', 'zoe'])).code).toBe(3);
  });
});
