-- Each delivery paid for them with a row written. When the newest videos arrived is read from `submissions_untold`, which holds all of the
-- last months; a client's videos that lie in another drive are found among all of its own by `submissions_newest`.
DROP INDEX submissions_delivered;
DROP INDEX submissions_by_drive;

-- No statement finds anything by these.
DROP INDEX alerts_newest;
DROP INDEX sign_ups_unconfirmed;
